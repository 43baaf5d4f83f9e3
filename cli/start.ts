/** `crier start`: the service, for whoever has it as a package or an image. */
import type { Command } from './command.ts'

const start: Command = {
  name: 'start',
  takes: '',
  summary: 'Start the service; Ctrl-C ends it in order.',

  async run() {
    // The other commands do without most of it.
    const { run } = await import('#app/run.ts')
    await run()
    return undefined
  },
}

export const startCommands = [start]
