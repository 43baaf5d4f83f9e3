/** What every command has in common: words, flags, help, errors, and the way in through npm. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { listed } from './generated.ts'
import { helpOn } from './help.ts'
import { place } from './testing.ts'

const here = await place()
after(() => here[Symbol.asyncDispose]())

const mistakes: [string, string[], RegExp][] = [
  ['no command', [], /^Name a command\./],
  ['an unknown command', ['keys', 'list'], /^There is no command "keys list"\./],
  ['half a command', ['key'], /^There is no command "key"\./],
  ['an unknown flag', ['key', 'list', '--all'], /^Unknown option '--all'\./],
  ['a flag of another command', ['key', 'revoke', '1', '--json'], /^Unknown option '--json'\./],
  [
    'a flag without its value',
    ['key', 'create', '--name'],
    /^Option '--name <value>' argument missing\./,
  ],
  ['a missing flag', ['key', 'create'], /^Give --name\./],
  ['an empty name', ['key', 'create', '--name', ' '], /^Give --name\./],
  ['a missing value', ['key', 'revoke'], /^Give ID\./],
  ['a value too many', ['key', 'revoke', '1', '2'], /^"2" is one word too many\./],
  ['an id that is no number', ['key', 'revoke', 'first'], /^ID: Use a whole number\./],
  ['a name that is too long', ['key', 'create', '--name', 'x'.repeat(256)], /^--name: At most 255/],
  [
    'an unknown ability',
    ['key', 'create', '--name', 'x', '--abilities', 'posts:read,all'],
    /^--abilities: Use \*, posts:read/,
  ],
  [
    'an account that is not there',
    ['key', 'create', '--name', 'x', '--account-ids', '7,eight'],
    /^--account-ids: Use a whole number\./,
  ],
  [
    'no number of posts',
    ['key', 'create', '--name', 'x', '--posts-per-day', '0'],
    /^--posts-per-day: At least 1\./,
  ],
  [
    'a value for a switch',
    ['key', 'create', '--name', 'x', '--needs-approval=1'],
    /^Option '--needs-approval'/,
  ],
  [
    'everything that is wrong with the words, at once',
    ['publishing', 'resume', 'now', '--late', 'sometime', '--all', '--accounts'],
    /^Unknown option '--all'\. Option '--accounts <value>' argument missing\. "now" is one word too many\. --late: Use publish, next_slot or draft\./,
  ],
  ['all that is missing', ['post'], /^Give TEXT and --when\./],
  [
    'a flag where a value is due',
    ['key', 'create', '--name', '--json'],
    /^Option '--name' argument is ambiguous\./,
  ],
  ['a paused key that is no number', ['key', 'pause', 'first'], /^ID: Use a whole number\./],
]
for (const [what, words, sentence] of mistakes) {
  test(`${what} is one line on stderr and exit code 2`, async () => {
    const { code, stdout, stderr } = await here.crier(words)
    assert.match(stderr, sentence)
    assert.match(stderr, /See crier help( [a-z -]+)?\.\n$/)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.deepEqual([code, stdout], [2, ''])
  })
}

test('help names every command, and needs neither a database nor correct settings', async () => {
  for (const words of [['help'], ['--help']]) {
    const { code, stdout, stderr } = await here.crier(words, { PORT: 'wrong' })
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout.match(/^ {2}crier /gm)?.length, listed.length)
    for (const { name } of listed) assert.match(stdout, new RegExp(`^  crier ${name}( |$)`, 'm'))
  }
})

test('help on a command tells all that it takes, and on the first word of some tells each of them', async () => {
  for (const words of [
    ['help', 'key', 'create'],
    ['key', 'create', '-h'],
    ['key', 'create', '--name', 'x', '--help'],
  ]) {
    const { code, stdout, stderr } = await here.crier(words)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^crier key create --name NAME \[--abilities A,B\] \[LEASH\] \[--json\]\n/)
    assert.match(stdout, /--posts-per-day N/)
    assert.doesNotMatch(stdout, /crier key list/)
  }
  const { stdout } = await here.crier(['queue', '--help'])
  const keys = listed.filter(({ name }) => name.startsWith('queue '))
  assert.equal(stdout.match(/^crier queue /gm)?.length, keys.length)
  const { code, stderr } = await here.crier(['help', 'fly'])
  assert.deepEqual([code, stderr], [2, 'There is no command "fly". See crier help.\n'])
  const half = await here.crier(['queue'])
  assert.equal(half.stderr, 'There is no command "queue". See crier help queue.\n')
})

test('no line of the help is longer than the terminal, and what belongs together is not torn apart', () => {
  for (const columns of [72, 80, 110]) {
    const pages = [
      helpOn([], columns),
      ...listed.map(({ name }) => helpOn(name.split(' '), columns)),
    ]
    for (const line of pages.flatMap((page) => page.split('\n')))
      assert.ok(line.length <= columns, line)
  }
  for (const { name, takes } of listed) {
    const [usage = ''] = helpOn(name.split(' '), 80).split('\n\n')
    assert.equal(usage.replaceAll(/\n +/g, ' '), `crier ${name} ${takes}`.trimEnd())
    assert.doesNotMatch(usage, /\[[^\]]*\n|--[a-z-]+\n/)
  }
  assert.ok(
    helpOn([], 20)
      .split('\n')
      .every((line) => line.length <= 72),
  )
})

const obstacles: [string, Record<string, string>, RegExp][] = [
  ['a wrong setting', { PORT: 'wrong' }, /^PORT: /],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgresql://127.0.0.1:1/x' },
    /^The database cannot be used: .*ECONNREFUSED/,
  ],
]
for (const [what, environment, sentence] of obstacles) {
  test(`${what} is one line on stderr and exit code 1`, async () => {
    const { code, stdout, stderr } = await here.crier(['key', 'list'], environment)
    assert.match(stderr, sentence)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.deepEqual([code, stdout], [1, ''])
  })
}

test('through npm, --json is the only thing on stdout', async () => {
  const words = ['run', '-s', 'crier', '--', 'key', 'create', '--name', 'x', '--json']
  const { code, stdout } = await here.run('npm', words)
  assert.equal(code, 0)
  assert.deepEqual(Object.keys(z.record(z.string(), z.string()).parse(JSON.parse(stdout))), [
    'id',
    'token',
    'base_url',
    'mcp_url',
  ])
})

test('every platform is listed with what is missing until all of it is set', async () => {
  const Listed = z.array(z.object({ id: z.string(), missing: z.array(z.string()) }))
  const missing = async (environment: Record<string, string>) => {
    const { stdout } = await here.crier(['platforms', '--json'], environment)
    return Object.fromEntries(
      Listed.parse(JSON.parse(stdout)).map((each) => [each.id, each.missing]),
    )
  }
  const ids = Object.keys(manifests)
  const both = (id: string) => ['ID', 'SECRET'].map((what) => `${id.toUpperCase()}_CLIENT_${what}`)
  const expected = { bluesky: [], x: ['X_CLIENT_ID'] }
  assert.deepEqual(await missing({}), {
    ...Object.fromEntries(ids.map((id) => [id, both(id)])),
    ...expected,
  })
  const some = Object.fromEntries(ids.map((id) => [`${id.toUpperCase()}_CLIENT_ID`, 'app']))
  assert.deepEqual((await missing(some))['linkedin'], ['LINKEDIN_CLIENT_SECRET'])
  const all = Object.fromEntries(ids.flatMap(both).map((name) => [name, 'something']))
  assert.deepEqual(Object.values(await missing(all)).flat(), [])

  const { stdout } = await here.crier(['platforms'], some)
  for (const { name } of Object.values(manifests))
    assert.match(stdout, new RegExp(`^${name} `, 'm'))
  assert.match(stdout, /^LinkedIn +missing LINKEDIN_CLIENT_SECRET +on$/m)
})

test('the platforms are listed with what is missing, and with their variables as configured', async () => {
  const Platforms = z.array(
    z.looseObject({
      id: z.string(),
      configured: z.boolean(),
      sandbox: z.boolean(),
      missing: z.array(z.string()),
    }),
  )
  const list = async (environment: Record<string, string>) => {
    const { stdout } = await here.crier(['platforms', '--json'], environment)
    return Platforms.parse(JSON.parse(stdout)).find(({ id }) => id === 'x')
  }
  const without = await list({})
  assert.deepEqual(
    [without?.configured, without?.sandbox, without?.missing],
    [false, true, ['X_CLIENT_ID']],
  )
  const withId = await list({
    X_CLIENT_ID: 'app',
    SANDBOX: 'off',
    BASE_URL: 'https://crier.example',
  })
  assert.deepEqual([withId?.configured, withId?.sandbox, withId?.missing], [true, false, []])
  assert.equal(withId?.['callback_url'], 'https://crier.example/connect/x/callback')
})
