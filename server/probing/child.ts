/** The program of a child: takes tasks one after the other, and may be killed at any of them. */
import { answer } from './inspect.ts'
import { READY, Task } from './tasks.ts'

process.on('message', (message) => {
  void answer(Task.parse(message)).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.exit())
process.send?.(READY)
