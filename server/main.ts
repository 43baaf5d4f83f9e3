/** Starts the service: `node server/main.ts`. */
import { keepCompiled } from './compiled.ts'

keepCompiled()
// A static import would be compiled before anything here runs.
const { run } = await import('./run.ts')
await run()
