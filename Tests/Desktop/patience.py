"""How long anything may take in a test that is written in Python."""

PATIENCE = 300.0
"""Seconds. What is waited for is a state, and only a failing test waits as long as this: a busy machine needs a lot."""
