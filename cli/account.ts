/** `crier account …`: the connected accounts of the instance. */
import { z } from 'zod'
import { listAccountSets } from '#operations/account-sets/list-account-sets.ts'
import { disconnectAccount } from '#operations/accounts/disconnect-account.ts'
import { getAccounts } from '#operations/accounts/get-accounts.ts'
import { reconnectAccount } from '#operations/accounts/reconnect-account.ts'
import type { Config } from '#config/config.ts'
import { listAccounts } from '#store/accounts.ts'
import type { Command } from './command.ts'
import { type Instance, openInstance } from './instance.ts'
import { accountIn } from './named.ts'
import { table } from './table.ts'

const Account = z.looseObject({
  id: z.int(),
  platform: z.string(),
  username: z.string(),
  name: z.string(),
  health: z.string(),
  sandbox: z.boolean(),
})
const Sets = z.object({
  account_sets: z.array(
    z.looseObject({ id: z.int(), name: z.string(), account_ids: z.array(z.int()) }),
  ),
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
      sandbox ? 'yes' : 'no',
    ])
    const head = ['ID', 'PLATFORM', 'USERNAME', 'NAME', 'HEALTH', 'SANDBOX']
    return { data, text: rows.length ? table([head, ...rows]) : 'There is no connected account.' }
  },
}

const sets: Command = {
  name: 'account sets',
  takes: '[--json]',
  summary: 'Show the account sets, to which crier post --account-sets posts.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = Sets.parse(await instance.ask(listAccountSets, {}))
    const rows = data.account_sets.map(({ id, name, account_ids }) => [
      String(id),
      name,
      account_ids.join(', '),
    ])
    const text = rows.length
      ? table([['ID', 'NAME', 'ACCOUNTS'], ...rows])
      : 'There is no account set: crier call create_account_set makes one.'
    return { data, text }
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

const disconnect: Command = {
  name: 'account disconnect',
  takes: 'ACCOUNT [--json]',
  summary: 'Disconnect an account; connecting it again brings it back under the same id.',
  values: ['account'],
  json: true,

  async run({ account }, config) {
    await using instance = await openInstance(config)
    const data = Disconnected.parse(
      await instance.ask(disconnectAccount, await idIn(instance, account)),
    )
    const planned = data.planned_posts && ` ${data.planned_posts} scheduled post(s) wait for it.`
    return { data, text: `Account ${data.id} is disconnected.${planned || ''}` }
  },
}

const reconnect: Command = {
  name: 'account reconnect',
  takes: 'ACCOUNT [--json]',
  summary: 'Print the address at which a person connects this account again; good for an hour.',
  values: ['account'],
  json: true,

  async run({ account }, config) {
    await using instance = await openInstance(config)
    const { reconnect_url } = Reconnecting.parse(
      await instance.ask(reconnectAccount, await idIn(instance, account)),
    )
    return { data: { reconnect_url }, text: reconnect_url }
  },
}

async function idIn({ scope }: Instance, account: string | undefined) {
  return { id: await accountIn(account ?? '', () => listAccounts(scope)) }
}

const Disconnected = z.object({
  id: z.int(),
  planned_posts: z.int(),
  disconnected: z.literal(true),
})
const Reconnecting = z.looseObject({ reconnect_url: z.string() })

async function accountsOf(config: Config) {
  await using instance = await openInstance(config)
  return Accounts.parse(await instance.ask(getAccounts, {}))
}

export const accountCommands = [list, sets, connect, reconnect, disconnect]
