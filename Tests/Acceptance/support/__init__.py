"""What the acceptance tests operate Kiroku with: the means of a person, a screen reader, and other programs."""
