/**
 * Does the experiment find anything at all? It is run on copies of the engine that are broken on purpose, and must fail
 * on each. `node chaos/mutations.ts --only random --short` tries them with these flags of the experiment.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sweep } from './aftermath.ts'
import { say } from '../bench/service.ts'

const root = join(import.meta.dirname, '..')
/** All that the experiment and the service need. */
const parts = ['server', 'platforms', 'sandbox', 'cli', 'bench', 'test', 'chaos', 'package.json']

/** So that a run that hangs fails. */
const LIMIT = 15 * 60_000

export interface Mutation {
  name: string
  file: string
  /** Replaced wherever it stands in the file. */
  original: string
  replacement: string
  /** The step at which it must come to light. */
  match: string
}

export const mutations: readonly Mutation[] = [
  {
    name: 'the token of a lease is not checked',
    file: 'server/store/migrations/0024-endings.ts',
    original: ' and d.lease_token = e.lease_token',
    replacement: '',
    match: 'x, text, frozen at "select place, answer from end_attempts',
  },
  {
    name: 'a lost answer is taken for a refusal, and the post is sent again',
    file: 'server/publishing/run-step.ts',
    original: "failure.kind === 'unknown'",
    replacement: 'failure.kind === undefined',
    match: 'x, text, cut after at "POST',
  },
  {
    name: 'a post is settled before the call that publishes it',
    file: 'server/publishing/run-step.ts',
    original: '    return finish(entry, await step.run(results(progress)))\n',
    replacement: `    if (step.name === 'post') {
      entry.result = { platform_post_id: '0', platform_url: null }
      await save(work, at)
    }
    return finish(entry, await step.run(results(progress)))
`,
    match: 'x, text, lost at "POST',
  },
]

/** A copy of the source, with the mutation or as it is. */
export async function copyOf(
  mutation: Mutation | undefined,
): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-mutation-'))
  sweep(folder)
  await chmod(folder, 0o711)
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  if (mutation) {
    const path = join(folder, mutation.file)
    const source = await readFile(path, 'utf8')
    const pieces = source.split(mutation.original)
    if (pieces.length < 2) throw new Error(`${mutation.file} does not contain ${mutation.original}`)
    await writeFile(path, pieces.join(mutation.replacement))
  }
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

export interface Tried {
  passed: boolean
  output: string
}

/** Runs the experiment of the copy. It fails by finding something; by anything else it throws. */
export async function tryOut(folder: string, flags: readonly string[]): Promise<Tried> {
  const script = join(folder, 'chaos/main.ts')
  const options = {
    cwd: folder,
    env: { PATH: dirname(process.execPath) },
    maxBuffer: 2 ** 26,
    timeout: LIMIT,
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...flags], options)
    return { passed: true, output: stdout }
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    if (!/^FAILED: /m.test(output)) throw error
    return { passed: false, output }
  }
}

async function main() {
  for (const mutation of [undefined, ...mutations]) {
    await using copy = await copyOf(mutation)
    const { passed, output } = await tryOut(copy.folder, process.argv.slice(2))
    const [found] = /^(DUPLICATE|LOST|STUCK|WRONGLY REPORTED): .*$/m.exec(output) ?? ['nothing']
    say(`${mutation?.name ?? 'unbroken'}: ${passed ? 'passed' : 'FAILED'}, ${found}`)
  }
}

if (import.meta.main) await main()
