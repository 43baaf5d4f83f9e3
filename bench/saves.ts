/** Loaded before a service: writes down how long each save of an attempt took, a number a line, into BENCH_SAVES. */
import { subscribe } from 'node:diagnostics_channel'
import { toldLater } from './told-later.ts'

const tell = toldLater(process.env['BENCH_SAVES'] ?? '')

subscribe('crier:saved', (ms) => tell(String(ms)))
