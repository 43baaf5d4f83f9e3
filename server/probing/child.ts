/** The program of a child: takes tasks one after the other, and may be killed at any of them. */
import { answer } from './inspect.ts'
import { READY, Task } from './tasks.ts'

process.on('message', (message) => {
  answer(Task.parse(message)).then(
    (reply) => process.send?.(reply),
    // Out of memory: another child, or nobody, can read the file.
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit())
process.send?.(READY)
