// The package under Node: the core in threads, its files from disk, games in memory.
import './node-host.js'

export * from './damier.js'
