/** People, from the command line: for whoever runs the instance and is locked out, or lets the first person in. */
import { z } from 'zod'
import { invitationLink, resetLink, signInLink } from '#mail/write.ts'
import { linkMinutes } from '#rules/mail.ts'
import { Email } from '#rules/person.ts'
import { parseInput } from '#rules/input.ts'
import { Role } from '#rules/role.ts'
import { resetSecondFactor } from '#people/second-factor.ts'
import { deleteIdentities } from '#store/identities.ts'
import { keepInvitation } from '#store/invitations.ts'
import { findPersonByEmail, listPersons } from '#store/persons.ts'
import { workspacesOf } from '#store/members.ts'
import { endSessions } from '#store/sessions.ts'
import { firstWorkspace } from '#store/workspaces.ts'
import type { Config } from '#config/config.ts'
import { baseUrlOf } from './base-url.ts'
import { type Command, CommandError, type Given } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'

const list: Command = {
  name: 'person list',
  takes: '[--json]',
  summary: 'List the people who signed up, and their workspaces.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const { db } = instance
    const data = []
    for (const person of await listPersons(db)) {
      data.push({ ...person, workspaces: await workspacesOf(db, person.id) })
    }
    const rows = data.map(({ id, name, email, workspaces }) => [
      String(id),
      name,
      email,
      workspaces.map((workspace) => `${workspace.name} (${workspace.role})`).join(', '),
    ])
    const head = ['ID', 'NAME', 'EMAIL', 'WORKSPACES']
    return { data, text: rows.length ? table([head, ...rows]) : 'Nobody signed up so far.' }
  },
}

const reset: Command = {
  name: 'person reset-password',
  takes: 'EMAIL [--json]',
  summary: 'Print a link by which somebody chooses a new password; good for an hour, and once.',
  values: ['email'],
  json: true,

  async run(given, config) {
    if (!config.takes_passwords) {
      throw new CommandError('Nobody has a password here: use crier person sign-in-link.')
    }
    return linkFor(given, config, resetLink)
  },
}

const signIn: Command = {
  name: 'person sign-in-link',
  takes: 'EMAIL [--json]',
  summary:
    'Print a link that signs somebody in without a password or the provider; good for 15 minutes, and once.',
  values: ['email'],
  json: true,

  async run(given, config) {
    return linkFor(given, config, signInLink)
  },
}

const unlink: Command = {
  name: 'person unlink',
  takes: 'EMAIL [--json]',
  summary: 'Forget who somebody is at the provider, and end their sessions: they are linked anew.',
  values: ['email'],
  json: true,

  async run(given, config) {
    await using found = await personBy(given, config)
    const { db, person } = found
    const unlinked = await deleteIdentities(db, person.id)
    if (unlinked) await endSessions(db, person.id)
    const text = unlinked ? `${person.email} is not linked any more.` : 'There was nothing linked.'
    return { data: { unlinked }, text }
  },
}

const resetFactor: Command = {
  name: 'person reset-second-factor',
  takes: 'EMAIL [--json]',
  summary:
    'Take away the second factor of somebody who lost the app and the recovery codes, and end their sessions.',
  values: ['email'],
  json: true,

  async run(given, config) {
    await using found = await personBy(given, config)
    const { db, person } = found
    const reset = await resetSecondFactor(db, person, new Date())
    const text = reset
      ? `${person.email} signs in by the password alone, and is told by mail.`
      : 'There was no second factor.'
    return { data: { reset }, text }
  },
}

const resetKeys: Command = {
  name: 'person reset-passkeys',
  takes: 'EMAIL [--json]',
  summary:
    'Remove every passkey of somebody whose device was lost or taken, and end their sessions: they sign in as before.',
  values: ['email'],
  json: true,

  async run(given, config) {
    await using found = await personBy(given, config)
    const { db, person } = found
    // Its library is large, and no other command needs it.
    const { resetPasskeys } = await import('#people/passkeys.ts')
    const removed = await resetPasskeys(db, person, new Date())
    const text = removed
      ? `${person.email} has no passkey any more, and is told by mail.`
      : 'There was no passkey.'
    return { data: { removed }, text }
  },
}

const remove: Command = {
  name: 'person delete',
  takes: 'EMAIL --yes [--json]',
  summary:
    'Delete somebody for good, with everything by which they sign in; what they did stays, without their name.',
  flags: { yes: 'switch' },
  values: ['email'],
  json: true,

  async run(given, config) {
    await using found = await personBy(given, config)
    const { db, person } = found
    if (given['yes'] === undefined) {
      throw new CommandError(`Say --yes to delete ${person.name}, ${person.email}, for good.`)
    }
    // What checks passwords comes with it, and no other command needs that.
    const { deleteForGood } = await import('#people/person-deletion.ts')
    await deleteForGood(db, person, new Date())
    return { data: { deleted: true }, text: `${person.email} is deleted, and told by mail.` }
  },
}

async function linkFor(given: Given, config: Config, make: typeof resetLink) {
  await using found = await personBy(given, config)
  const { db, person } = found
  const url = await make({ db, base_url: baseUrlOf(config), now: new Date() }, person)
  return { data: { url }, text: url }
}

async function personBy(given: Given, config: Config) {
  const { email } = parseInput(z.object({ email: Email }), given)
  await using stack = new AsyncDisposableStack()
  const { db } = stack.use(await openInstance(config))
  const person = await findPersonByEmail(db, email)
  if (!person) throw new CommandError(`Nobody has the address ${email}: see crier person list.`)
  const held = stack.move()
  return { db, person, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const invite: Command = {
  name: 'person invite',
  takes: 'EMAIL [--role ROLE] [--json]',
  summary:
    'Print a link by which somebody joins the first workspace: as its owner, or as editor, author or viewer.',
  flags: { role: 'optional' },
  choices: { role: Role.options },
  values: ['email'],
  json: true,

  async run(given, config) {
    const fields = z.object({ email: Email, role: Role.default('owner') })
    const { email, role } = parseInput(fields, given)
    await using instance = await openInstance(config)
    const { db } = instance
    const workspace_id = (await firstWorkspace(db))?.id ?? 0
    const now = new Date()
    const expires_at = new Date(now.getTime() + linkMinutes.invitation * 60_000)
    const wish = { email, role, expires_at, invited_by: null }
    const { id } = await keepInvitation({ db, workspace_id }, wish, now)
    const writing = { db, base_url: baseUrlOf(config), now }
    const url = await invitationLink(writing, { workspace_id, id, email })
    return { data: { url }, text: url }
  },
}

export const personCommands = [list, invite, reset, resetFactor, resetKeys, signIn, unlink, remove]
