// Nothing: what Node itself takes.
