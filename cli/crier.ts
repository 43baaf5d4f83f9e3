#!/usr/bin/env node
/** The command line. `crier help` lists what there is. */
import { keepCompiled } from '#app/compile-cache.ts'

keepCompiled()
// A static import would be compiled before anything here runs.
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
