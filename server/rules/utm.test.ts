import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tagged, type Tags, tagsOf, templateFor, UtmTemplate } from './utm.ts'

const tags = (parameters: Record<string, string>, hosts: string[] | null = null): Tags => ({
  parameters: Object.entries(parameters),
  hosts,
})
const two = tags({ utm_source: 'x', utm_medium: 'social' })

test('the parameters stand behind the query, and before the fragment', () => {
  const cases = [
    ['https://a.example', 'https://a.example?utm_source=x&utm_medium=social'],
    ['https://a.example/b?c=%20d', 'https://a.example/b?c=%20d&utm_source=x&utm_medium=social'],
    ['https://a.example/?#', 'https://a.example/?utm_source=x&utm_medium=social#'],
    ['https://a.example/?b&', 'https://a.example/?b&utm_source=x&utm_medium=social'],
    ['https://a.example/#b?c', 'https://a.example/?utm_source=x&utm_medium=social#b?c'],
    ['HTTPS://A.example/ü', 'HTTPS://A.example/ü?utm_source=x&utm_medium=social'],
  ] as const
  for (const [link, want] of cases) {
    assert.equal(tagged(link, two), want)
    assert.equal(tagged(`See (${link}), now.`, two), `See (${want}), now.`)
  }
})

test('what the person wrote is not said again, in whatever case and also in a fragment', () => {
  const source = tags({ utm_source: 'x' })
  for (const link of [
    'https://a.example/?utm_source=mine',
    'https://a.example/?b=c&UTM_Source=mine',
    'https://a.example/?utm%5Fsource=mine',
    'https://a.example/#utm_source=mine',
    'https://a.example/#/page?utm_source=mine',
  ])
    assert.equal(tagged(link, source), link)
  assert.equal(
    tagged('https://a.example/?utm_source=mine', two),
    'https://a.example/?utm_source=mine&utm_medium=social',
  )
})

test('only links of the chosen hosts, and of those below them', () => {
  const some = tags({ utm_source: 'x' }, ['a.example'])
  const text = 'https://a.example https://b.a.example https://nota.example https://a.example.org'
  assert.equal(
    tagged(text, some),
    'https://a.example?utm_source=x https://b.a.example?utm_source=x https://nota.example https://a.example.org',
  )
})

test('a link within a mention, or behind an at sign, is left as it is', () => {
  for (const text of [
    'Thanks @[https://a.example](urn:li:organization:7)',
    'Thanks @[Acme](https://a.example/b)',
    'Ask @https://a.example',
    'Read [this https://a.example/b](https://a.example/b)',
    'Write to mailto:b@a.example, see a.example',
  ])
    assert.equal(tagged(text, two), text)
  assert.equal(
    tagged('By https://a.example/@ada', tags({ b: 'c' })),
    'By https://a.example/@ada?b=c',
  )
})

test('a value never ends its link', () => {
  const odd = tags({ utm_content: 'Käse & (Brot) “neu”.' })
  const said = tagged('https://a.example.', odd)
  assert.match(said, /^https:\/\/a\.example\?utm_content=[A-Za-z0-9%._-]*%2E\.$/)
  const url = new URL(said.slice(0, -1))
  assert.equal(url.searchParams.get('utm_content'), 'Käse & (Brot) “neu”.')
})

const facts = { platform: 'x', account: 'Ada', post_id: '12', label: 'spring' }

test('a template is filled in; what comes out empty is left out', () => {
  const template = {
    label: null,
    hosts: null,
    parameters: { utm_source: '{platform}', utm_id: 'p{post_id}-{account}', utm_term: '{label}' },
  }
  assert.deepEqual(tagsOf(template, facts).parameters, [
    ['utm_source', 'x'],
    ['utm_id', 'p12-Ada'],
    ['utm_term', 'spring'],
  ])
  assert.equal(tagsOf(template, { ...facts, label: '' }).parameters.length, 2)
  const odd = { ...template, parameters: { utm_term: '{account}' } }
  assert.deepEqual(tagsOf(odd, { ...facts, account: '{label} $& $1' }).parameters, [
    ['utm_term', '{label} $& $1'],
  ])
})

test('of the first label that has one, else of the workspace', () => {
  const of = (label: string | null) => ({ label, parameters: { utm_source: 'x' }, hosts: null })
  const all = [of(null), of('b'), of('c')]
  assert.deepEqual(templateFor(all, ['a', 'c', 'b']), { template: all[2], label: 'c' })
  assert.deepEqual(templateFor(all, ['a']), { template: all[0], label: 'a' })
  assert.deepEqual(templateFor(all, []), { template: all[0], label: '' })
  assert.equal(templateFor(all.slice(1), ['a']), undefined)
})

test('a placeholder that there is none of is refused, with those that there are', () => {
  const of = (value: string) =>
    UtmTemplate.safeParse({ label: null, hosts: null, parameters: { utm_source: value } }).success
  assert.ok(of('{platform}-{post_id}'))
  for (const value of ['{platfrom}', '{', '}', '{}', '{{platform}}', ''])
    assert.ok(!of(value), value)
})

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .tuple(
      word,
      fc.option(fc.stringMatching(/^[a-z0-9/._%-]{0,10}$/), { nil: '' }),
      fc.array(fc.tuple(fc.oneof(word, fc.constant('utm_source')), word), { maxLength: 3 }),
      fc.option(fc.stringMatching(/^#[a-z0-9=&/?]{0,10}$/), { nil: '' }),
    )
    .map(
      ([host, path, query, fragment]) =>
        `https://${host}.example/${path}${query.length ? '?' : ''}${query.map(([name, value]) => `${name}=${value}`).join('&')}${fragment}`,
    ),
  fc.constantFrom(' ', '\n', '(', ')', '. ', '@', '@[A](', 'https://', '](', '&', '?', '#'),
)
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const values = fc.string({ minLength: 1, maxLength: 10 }).filter((text) => text.trim() !== '')
const anyTags = fc
  .dictionary(fc.constantFrom('utm_source', 'utm_medium', 'ref', 'Campaign'), values, {
    minKeys: 1,
  })
  .map((parameters) => tags(parameters))

test('put on twice is put on once, and nothing is taken away', () => {
  fc.assert(
    fc.property(texts, anyTags, (text, some) => {
      const once = tagged(text, some)
      assert.equal(tagged(once, some), once)
      let at = 0
      for (const letter of text) {
        at = once.indexOf(letter, at)
        assert.ok(at >= 0, `${JSON.stringify(text)} is not in ${JSON.stringify(once)}`)
        at += letter.length
      }
    }),
    { numRuns: 2000 },
  )
})

test('each link keeps its host, path, own parameters and fragment, and says each name once', () => {
  const links = fc.tuple(
    word,
    fc.array(fc.tuple(fc.constantFrom('utm_source', 'a', 'b'), word), { maxLength: 3 }),
    fc.constantFrom('', '#top', '#/a/b'),
  )
  fc.assert(
    fc.property(links, anyTags, ([host, query, fragment], some) => {
      const link = `https://${host}.example/p${query.length ? '?' : ''}${query.map((each) => each.join('=')).join('&')}${fragment}`
      const [before, after] = [new URL(link), new URL(tagged(link, some))]
      assert.deepEqual([after.host, after.pathname, after.hash], [before.host, '/p', before.hash])
      assert.deepEqual([...after.searchParams].slice(0, query.length), query)
      for (const [name, value] of some.parameters) {
        const said = query.some(([own]) => own === name)
        assert.equal(
          after.searchParams.getAll(name).length,
          said ? before.searchParams.getAll(name).length : 1,
        )
        if (!said) assert.equal(after.searchParams.get(name), value.toWellFormed())
      }
    }),
  )
})
