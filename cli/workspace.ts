/** Workspaces, from the command line: for whoever runs the instance. */
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { parseInput } from '#rules/input.ts'
import { stockOf } from '#store/deletions.ts'
import type { Db } from '#store/schema.ts'
import { listWorkspaces } from '#store/workspaces.ts'
import { type Command, CommandError, type Given } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'

const list: Command = {
  name: 'workspace list',
  takes: '[--json]',
  summary: 'List the workspaces, and which of them are being deleted.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = await listWorkspaces(instance.db)
    const rows = data.map(({ id, name, members, erase_at }) => [
      String(id),
      name,
      String(members),
      erase_at ?? '',
    ])
    return { data, text: table([['ID', 'NAME', 'MEMBERS', 'ERASED AFTER'], ...rows]) }
  },
}

const remove: Command = {
  name: 'workspace delete',
  takes: 'NAME|ID --yes [--json]',
  summary:
    'End a workspace: nothing leaves any more, keys and apps end at once, and everything is erased after a week.',
  flags: { yes: 'switch' },
  values: ['workspace'],
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    const { db } = instance
    const { id, name } = await workspaceBy(given, db)
    if (given['yes'] === undefined) {
      const { not_out, out, accounts, files } = await stockOf({ db, workspace_id: id })
      throw new CommandError(
        `Say --yes to delete “${name}” (${id}): ${not_out} posts on schedule will not go out, ${out} that are out stay out, ${accounts} accounts and ${files} files go.`,
      )
    }
    // What checks passwords comes with it, and no other command needs that.
    const { deleteByCommand } = await import('#people/workspace-deletion.ts')
    const deletion = await deleteByCommand(db, id, new Date())
    const text = `“${name}” is erased after ${deletion.erase_at}. Until then: crier workspace keep ${id}`
    return { data: { id, ...deletion }, text }
  },
}

const keep: Command = {
  name: 'workspace keep',
  takes: 'NAME|ID [--json]',
  summary:
    'Take back that a workspace is deleted. Publishing stays paused until somebody resumes it.',
  values: ['workspace'],
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    const { db } = instance
    const { id, name } = await workspaceBy(given, db)
    const { keepByCommand } = await import('#people/workspace-deletion.ts')
    await keepByCommand(db, id, new Date())
    return { data: { id }, text: `“${name}” stays. Its publishing is paused.` }
  },
}

const takeAlong: Command = {
  name: 'workspace export',
  takes: 'NAME|ID FILE.zip [--json]',
  summary:
    'Write everything of a workspace into a zip, for its owner: posts, files, numbers, members; no secrets.',
  values: ['workspace', 'file'],
  json: true,

  async run(given, config) {
    const { file } = parseInput(z.object({ file: z.string().trim().min(1) }), given)
    await using instance = await openInstance(config)
    const { id, name } = await workspaceBy(given, instance.db)
    const [{ entriesOf }, { zipOf }] = await Promise.all([
      import('#operations/archive.ts'),
      import('#operations/zip.ts'),
    ])
    const part = `${file}.part`
    try {
      const zip = zipOf(
        entriesOf(instance.contextIn(id), async () => {}),
        new Date(),
      )
      await pipeline(zip, createWriteStream(part, { mode: 0o600 }))
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      if (!(error instanceof Error && 'syscall' in error)) throw error
      throw new CommandError(`${file} cannot be written: ${error.message}`, { cause: error })
    }
    const { size } = await stat(file)
    return {
      data: { id, file, size_bytes: size },
      text: `“${name}” is in ${file} (${size} bytes).`,
    }
  },
}

/** By its number, or by a name that one of them has. */
export async function workspaceBy(given: Given, db: Db) {
  const { workspace } = parseInput(z.object({ workspace: z.string().trim().min(1) }), given)
  const all = await listWorkspaces(db)
  const byId = all.find(({ id }) => String(id) === workspace)
  const named = all.filter(({ name }) => name === workspace)
  const [only] = named
  if (byId && named.every(({ id }) => id === byId.id)) return byId
  if (only && named.length === 1 && !byId) return only
  throw new CommandError(
    byId || named.length
      ? `Several are called ${workspace}: give the id of one. See crier workspace list.`
      : `There is no workspace ${workspace}: see crier workspace list.`,
  )
}

export const workspaceCommands = [list, takeAlong, remove, keep]
