/**
 * `npm run mutate [-- judge words …] [--jobs 2] [--only 'text of a name'] [--from 20]`: puts small wrongs into what judges, one at a
 * time, and says which of them no test notices. Fails when one survives that is not listed as equivalent, or is listed and does not.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { SERVER_VARIABLE, testServer } from '../test/database.ts'
import { EQUIVALENTS } from './mutate/equivalents.ts'
import { type Mutant, mutantsOf } from './mutate/mutants.ts'
import { TARGETS, type Target } from './mutate/targets.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})
const names = positionals.length > 0 ? positionals : Object.keys(TARGETS)
const folder = await mkdtemp(join(tmpdir(), 'crier-mutants-'))
let failed = false
await using stack = new AsyncDisposableStack()
// For tests of what works on a database: each file takes one of its own on it.
const needsServer = names.some((name) => TARGETS[name]?.database)
const server = needsServer ? stack.use(await testServer()) : undefined
const env = {
  // Half a second of loading for each test of each mutant otherwise.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  ...process.env,
  ...(server && { [SERVER_VARIABLE]: JSON.stringify(server.config) }),
}
try {
  for (const name of names) {
    const target = TARGETS[name]
    if (!target)
      throw new Error(`There is no target ${name}. Known: ${Object.keys(TARGETS).join(', ')}.`)
    await mutate(name, target)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0

async function mutate(name: string, target: Target) {
  const path = join(root, target.file)
  const limits = await baseline(target)
  const mutants = mutantsOf([path], root)
    .filter((mutant) => mutant.name.includes(values.only) && (!target.removals || isRow(mutant)))
    .slice(Number(values.from))
  const survivors: Mutant[] = []
  const queue = mutants.entries()
  // What noticed the last one notices its neighbour most often.
  let order = target.tests
  const worker = async () => {
    for (const [index, mutant] of queue) {
      const file = join(folder, `${name}-${index}.ts`)
      await writeFile(file, mutant.source)
      const noticing = await firstThatFails(order, hook(path, file), limits)
      if (noticing) order = [noticing, ...order.filter((test) => test !== noticing)]
      else {
        survivors.push(mutant)
        process.stderr.write(`${name}: passed, line ${mutant.line}  ${mutant.name}\n`)
      }
      if (index % 20 === 19) process.stderr.write(`${name}: ${index + 1} of ${mutants.length}\n`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
  const equivalent = survivors.filter((mutant) => mutant.name in EQUIVALENTS)
  const wrong = survivors.filter((mutant) => !(mutant.name in EQUIVALENTS))
  const noticed = mutants.length - survivors.length
  process.stdout.write(
    `${name}: ${mutants.length} mutants, ${noticed} noticed, ${equivalent.length} equivalent, ${wrong.length} survived\n`,
  )
  // A target of some mutants only says nothing of the others.
  const stale = mutants.filter(
    (mutant) => !target.removals && mutant.name in EQUIVALENTS && !survivors.includes(mutant),
  )
  for (const { line, name: what } of wrong)
    process.stdout.write(`  survived, line ${line}  ${what}\n`)
  for (const { line, name: what } of stale)
    process.stdout.write(`  noticed after all, line ${line}  ${what}\n`)
  failed ||= wrong.length > 0 || stale.length > 0
}

/** A list in which order is all: rows and explanations stand in constants of the module. */
function isRow({ isRemoval, name }: Mutant) {
  return isRemoval && / (TABLE|EXPLANATIONS): /.test(name)
}

/** Every test passes as the code is. Answers how long each may take. */
async function baseline({ tests }: Target): Promise<Map<string, number>> {
  const limits = new Map<string, number>()
  for (const test of tests) {
    const started = performance.now()
    if (!(await passes(test, [], 900_000))) throw new Error(`${test} fails without a mutant.`)
    limits.set(test, 15_000 + 5 * (performance.now() - started))
  }
  return limits
}

async function firstThatFails(
  tests: readonly string[],
  flags: string[],
  limits: Map<string, number>,
): Promise<string | undefined> {
  for (const test of tests) if (!(await passes(test, flags, limits.get(test) ?? 0))) return test
  return undefined
}

async function passes(test: string, flags: string[], limit: number): Promise<boolean> {
  const child = spawn(process.execPath, [...flags, join(root, test)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), limit)
  child.stdout.on('data', (told: Buffer) => {
    // The first that fails says enough; the rest of a file may take a minute.
    if (told.includes('✖')) child.kill('SIGKILL')
  })
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}

/** Has node read the mutant in place of the file. */
function hook(path: string, mutant: string): string[] {
  const code = `
    import { registerHooks } from 'node:module'
    import { readFileSync } from 'node:fs'
    registerHooks({
      load: (url, context, next) => url === ${JSON.stringify(pathToFileURL(path).href)}
        ? { format: 'module-typescript', source: readFileSync(${JSON.stringify(mutant)}, 'utf8'), shortCircuit: true }
        : next(url, context),
    })`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}
