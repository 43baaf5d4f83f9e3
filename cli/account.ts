/** `crier account …`: the connected accounts of the instance. */
import { z } from 'zod'
import { getAccounts } from '#operations/accounts/get-accounts.ts'
import type { Config } from '#config/config.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'

const Account = z.looseObject({
  id: z.int(),
  platform: z.string(),
  username: z.string(),
  name: z.string(),
  health: z.string(),
  sandbox: z.boolean(),
})
const Accounts = z.object({ accounts: z.array(Account), connect_url: z.string() })

const list: Command = {
  name: 'account list',
  takes: '[--json]',
  summary: 'Show the connected accounts and their health.',
  json: true,

  async run(_, config) {
    const data = await accountsOf(config)
    const rows = data.accounts.map(({ id, platform, username, name, health, sandbox }) => [
      String(id),
      platform,
      username,
      name,
      health,
      sandbox ? 'sandbox' : 'real',
    ])
    const head = ['ID', 'PLATFORM', 'USERNAME', 'NAME', 'HEALTH', 'WORLD']
    return { data, text: rows.length ? table([head, ...rows]) : 'There is no connected account.' }
  },
}

const connect: Command = {
  name: 'account connect',
  takes: '[--json]',
  summary: 'Print the address at which a person connects an account; good for an hour.',
  json: true,

  async run(_, config) {
    const { connect_url } = await accountsOf(config)
    return { data: { connect_url }, text: connect_url }
  },
}

async function accountsOf(config: Config) {
  await using instance = await openInstance(config)
  return Accounts.parse(await instance.ask(getAccounts, {}))
}

export const accountCommands = [list, connect]
