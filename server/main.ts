/** Starts the service: `node server/main.ts`. */
import { keepCompiled } from '#app/compile-cache.ts'

keepCompiled()
// A static import would be compiled before anything here runs.
const { run } = await import('#app/run.ts')
await run()
