import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { literalsIn } from './literals.ts'

const folder = fileURLToPath(new URL('../../web/src/', import.meta.url))
const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => ({
  file,
  text: readFileSync(folder + file, 'utf8'),
}))

/** Each has its page in docs/decisions. */
const packages =
  /^(@crier\/sdk|react|react-dom|@tanstack\/react-(query|router|virtual)|@base-ui\/react|idb-keyval|temporal-polyfill|react-easy-crop|uplot|uqr|@simplewebauthn\/browser)(\/|$)/

test('the dashboard knows the service by its SDK, and few packages besides', () => {
  const offences = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)]
      .map(([, from, effect, later]) => from ?? effect ?? later ?? '')
      .filter((specifier) => !specifier.startsWith('.') && !packages.test(specifier))
      .map((specifier) => `${file} imports ${specifier}`),
  )
  assert.deepEqual(offences, [])
})

test('nothing is written into a page but as text', () => {
  const offences = sources.filter(({ text }) =>
    /dangerouslySetInnerHTML|innerHTML|\beval\(|javascript:|<style/.test(text),
  )
  assert.deepEqual(
    offences.map(({ file }) => file),
    [],
  )
})

test('only what rooms are made of sets styles by itself', () => {
  const offences = sources.filter(
    ({ file, text }) => !/^ui[/\\]/.test(file) && /\sstyle=/.test(text),
  )
  assert.deepEqual(
    offences.map(({ file }) => file),
    [],
  )
})

test('what rooms say stands in web/src/words, once for every language', () => {
  const offences = sources
    .filter(({ file }) => !file.startsWith('words/'))
    .flatMap(({ file, text }) => literalsIn(file, text))
  assert.deepEqual(offences, [])
})

test('words that stand in a room are found, wherever they stand', () => {
  const room = `
    export function Room({ name, many }) {
      say('Saved')
      return (
        <Page title={many ? 'Posts' : words.one} what="posts" className="grid gap-2">
          Written by {name} {many ? 'often' : words.once(many === 'no')}
          <Tabs tabs={[{ value: 'all', label: \`All of \${name}\` }]} to="/posts" />
        </Page>
      )
    }`
  assert.deepEqual(
    literalsIn('room.tsx', room).map((each) => each.slice(each.indexOf(' ') + 1)),
    ['Saved', 'often', 'Posts', 'posts', 'Written by', 'All of'],
  )
})

test('dates, numbers and lists are written by one module, in the language of whoever reads them', () => {
  const asking = sources.filter(
    ({ file, text }) =>
      // The clock of a zone is read there, and shown to nobody.
      !['words/format.ts', 'writing/composition.ts'].includes(file) &&
      /new Intl\.(DateTime|Number|List|RelativeTime|DisplayNames|Plural)|\.toLocale\w*String\(/.test(
        text,
      ),
  )
  assert.deepEqual(
    asking.map(({ file }) => file),
    [],
  )
})

test('rooms are laid out by where a text begins and ends, not by left and right', () => {
  const physical =
    /[\s"'`:]-?(?:[mp][lr]|left|right|scroll-[mp][lr]|(?:border|rounded)-[lr]|rounded-[tb][lr])-[\w.[\]/()-]+|[\s"'`:](?:text-(?:left|right)|border-[lr])(?=[\s"'`])/g
  const offences = sources.flatMap(({ file, text }) =>
    [...text.matchAll(physical)].map(([found]) => `${file}: ${found.trim()}`),
  )
  assert.deepEqual(offences, [])
  const styles = readFileSync(`${folder}styles.css`, 'utf8')
  // What a screen has in the way is at one of its sides, whichever way texts run.
  const ofTexts = styles.replaceAll(/env\(safe-area-inset-\w+\)/g, '')
  assert.doesNotMatch(ofTexts, /(margin|padding|border|inset)-(left|right)|^\s*(left|right):/m)
})
