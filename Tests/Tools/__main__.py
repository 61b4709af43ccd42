"""Runs the tests of the tools: python3 -B Tests/Tools."""

import sys
import unittest
from pathlib import Path

suite = unittest.TestLoader().discover(str(Path(__file__).parent))
sys.exit(0 if unittest.TextTestRunner().run(suite).wasSuccessful() else 1)
