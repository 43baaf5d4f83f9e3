/** Stands for the child of a hostile file: does what it is told to, and counts what it did. */
let tasks = 0

process.on('message', (task) => {
  tasks += 1
  const what = typeof task === 'object' && task && 'do' in task ? task.do : undefined
  if (what === 'loop') for (;;);
  if (what === 'die') process.kill(process.pid, 'SIGSEGV')
  if (what === 'die unless fresh' && tasks > 1) process.exit(1)
  if (what === 'eat') {
    const eaten: string[][] = []
    for (;;) eaten.push(Array.from({ length: 1e5 }, (_, index) => `${index}`))
  }
  if (what !== 'wait') process.send?.({ pid: process.pid, tasks })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
