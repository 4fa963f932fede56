import ArgumentParser
import ImprintLKMS
@main struct M: ParsableCommand {}
