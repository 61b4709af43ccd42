import GtkKit
print(ClosureBoxes.live)
