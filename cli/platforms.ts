/** `crier platforms`: where this instance can publish, and what is missing elsewhere. Needs no database. */
import { missingFor } from '#app/unset.ts'
import { manifests } from '#platforms/catalog.ts'
import { baseUrlOf } from './base-url.ts'
import type { Command } from './command.ts'
import { table } from './table.ts'

const platforms: Command = {
  name: 'platforms',
  takes: '[--json]',
  summary: 'Show which platforms are configured, and what is missing.',
  json: true,

  async run(_, config) {
    const base_url = baseUrlOf(config)
    const data = Object.values(manifests).map((manifest) => {
      const { id, name, needs } = manifest
      const configured = config.platforms[id] !== undefined
      const missing = missingFor(manifest, config.platforms[id])
      return {
        id,
        name,
        /** The platform itself can be connected. */
        configured,
        /** Its emulator can be connected. */
        sandbox: config.sandbox !== undefined,
        missing,
        callback_url: `${base_url}/connect/${id}/callback`,
        needs: [...needs],
      }
    })
    const rows = data.map(({ name, sandbox, missing }) => [
      name,
      missing.length ? `missing ${missing.join(', ')}` : 'configured',
      sandbox ? 'on' : 'off',
    ])
    return { data, text: table([['PLATFORM', 'REAL', 'SANDBOX'], ...rows]) }
  },
}

export const platformCommands = [platforms]
