"""Benches: what Surtitle reaches on this machine, in figures that anybody can make again."""
