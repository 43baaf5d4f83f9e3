import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { listed } from './generated.ts'
import { place } from './testing.ts'

const here = await place()
const folder = await mkdtemp(join(tmpdir(), 'crier-completion-'))
after(async () => {
  await here[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const scriptFor = async (shell: string) => {
  const { code, stdout, stderr } = await here.crier(['completion', shell], { PORT: 'wrong' })
  assert.deepEqual([code, stderr], [0, ''])
  const path = join(folder, `crier.${shell}`)
  await writeFile(path, stdout)
  return path
}

/** What a shell offers behind these words; the last of them is being written. */
const lines: [string[], RegExp][] = [
  [['po'], /^post posts$/],
  [['posts', 'up'], /^update$/],
  [['key', 'cr'], /^create$/],
  [['posts', '--status', 'f'], /^failed$/],
  [['publishing', 'resume', '--late', ''], /^draft next_slot publish$/],
  [['posts', 'update', '1', '--wh'], /^--when$/],
  [['posts', 'update', '1', '--when', 'n'], /^next_slot now$/],
  [['call', 'get_st'], /^get_stats$/],
  [['key', 'create', '--needs'], /^--needs-approval$/],
  [['series', 'end', '7', '--po'], /^--posts$/],
]

/** How each is asked without a terminal; zsh hands what was found to its own `compadd`, which is left out. */
const shells: Record<string, (path: string, words: string[]) => string> = {
  bash: (path, words) => `source ${path}
COMP_WORDS=(crier ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_crier; printf '%s\n' "${'$'}{COMPREPLY[@]}"`,
  zsh: (path, words) => `compdef() { }
compadd() { while [ "$1" != -- ]; do shift; done; shift; print -rl -- "$@" | grep -e "^${'$'}{words[CURRENT]}" }
source ${path}
words=(crier ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}
_crier`,
  fish: (path, words) => `source ${path}
complete -C '${['crier', ...words].join(' ')}' | string replace -r '\t.*' ''`,
}

for (const [shell, ask] of Object.entries(shells)) {
  const missing = spawnSync(shell, ['-c', 'exit 0']).error !== undefined
  test(`${shell} completes commands, flags and their words`, { skip: missing }, async () => {
    const path = await scriptFor(shell)
    for (const [words, expected] of lines) {
      const plain = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell] ?? []
      const run = spawnSync(shell, [...plain, '-c', ask(path, words)], { encoding: 'utf8' })
      assert.equal(run.stderr, '', words.join(' '))
      const found = run.stdout.trim().split('\n').toSorted().join(' ')
      assert.match(found, expected, `${words.join(' ')}: ${found}`)
    }
  })
}

test('bash completes the last of several words, behind a comma, a colon and an equals sign', async () => {
  const path = await scriptFor('bash')
  const asked: [string[], string][] = [
    [['key', 'create', '--actions', 'read,p'], 'read,publish'],
    [['key', 'create', '--abilities', 'posts', ':', 'r'], 'read'],
    [['posts', '--status', '=', 'fa'], 'failed'],
  ]
  for (const [words, expected] of asked) {
    const script = shells['bash']?.(path, words) ?? ''
    const { stdout } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
    assert.equal(stdout.trim(), expected)
  }
})

test('every command and every flag stands in the script of every shell', async () => {
  for (const shell of Object.keys(shells)) {
    const { stdout } = await here.crier(['completion', shell])
    for (const { name, flags = {} } of listed) {
      assert.ok(stdout.includes(name), `${shell}: ${name}`)
      for (const flag of Object.keys(flags))
        assert.match(stdout, new RegExp(`(--|-l )${flag}\\b`), `${shell}: ${name} --${flag}`)
    }
  }
})

test('an unknown shell is refused with those that there are', async () => {
  const { code, stdout, stderr } = await here.crier(['completion', 'csh'])
  assert.deepEqual([code, stdout], [2, ''])
  assert.equal(stderr, 'SHELL: Use bash, zsh, fish. See crier help completion.\n')
})

test('the words of flags are those that the operations take', () => {
  const rows = [
    ['post', 'in-doubt', 'schedule_post', 'in_doubt'],
    ['posts', 'status', 'list_posts', 'status'],
    ['posts', 'order', 'list_posts', 'order'],
    ['posts', 'needs', 'list_posts', 'needs'],
    ['posts export', 'status', 'export_posts', 'status'],
    ['publishing resume', 'late', 'resume_publishing', 'late'],
    ['queue resume', 'late', 'update_queue', 'late'],
    ['series list', 'state', 'list_series', 'state'],
    ['series pause', 'posts', 'pause_series', 'posts'],
    ['series end', 'posts', 'end_series', 'posts'],
    ['series update', 'applies', 'update_series', 'applies'],
    ['key create', 'abilities', 'create_api_key', 'abilities'],
    ['key create', 'actions', 'create_api_key', 'leash'],
  ]
  for (const [name, flag = '', called, field = ''] of rows) {
    const operation = operations.find((each) => each.name === called)
    const face = operation?.rest && 'accepts' in operation.rest ? operation.rest.accepts : undefined
    const schema = z.toJSONSchema(face ?? operation?.input ?? z.never(), {
      io: 'input',
      unrepresentable: 'any',
    })
    const words = listed.find((each) => each.name === name)?.choices?.[flag]
    assert.ok(words, `${name} --${flag}`)
    const wanted = `"enum":${JSON.stringify(words)}`
    assert.ok(JSON.stringify(schema.properties?.[field]).includes(wanted), `${name} --${flag}`)
  }
})
