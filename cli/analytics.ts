/** `crier analytics …`: what is derived from the numbers of platforms. */
import { rebuildAllDays } from '#store/snapshots.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'

const rebuild: Command = {
  name: 'analytics rebuild',
  takes: '[--json]',
  summary: 'Derive the days of analytics anew from the stored snapshots; nothing is lost by it.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = { workspaces: await rebuildAllDays(instance.db) }
    return { data, text: `Rebuilt the days of ${data.workspaces} workspace(s).` }
  },
}

export const analyticsCommands = [rebuild]
