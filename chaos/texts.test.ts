import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from './chance.ts'
import { oddText } from './odd-texts.ts'
import { saysSame, textOf, versionOf } from './texts.ts'

const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1)

test('texts meet each other: some say the same, some differ by a link, most have words of their own', () => {
  const texts = numbers.map((number) => textOf(number, 1))
  const skeletons = Map.groupBy(texts, (text) => text.replace(/https:\S+/, '…'))
  const again = texts.length - new Set(texts).size
  assert.ok(again > 50 && again < 200, `${again} say what others say`)
  const largest = Math.max(...[...skeletons.values()].map((each) => new Set(each).size))
  assert.ok(largest > 50, `${largest} of one skeleton`)
  assert.ok(skeletons.size > 500, `${skeletons.size} skeletons`)
})

test('which version of a post went out is told by its words, however they are shown', () => {
  for (const number of numbers.slice(0, 200)) {
    const texts = [1, 2, 3].map((version) => textOf(number, version))
    for (const [index, text] of texts.entries()) {
      const shown = `${text.replaceAll('&', '\\&')}  `
      assert.equal(versionOf(shown, texts), index + 1, text)
      assert.ok(saysSame(shown, text))
    }
  }
  assert.equal(versionOf('Something else', [textOf(1, 1)]), undefined)
})

test('what a platform takes nowhere is left out of an odd text, and the rest stays', () => {
  for (const number of numbers) {
    const text = oddText(
      chance(number),
      (some) => !some.includes('<') && some.length <= 5_000,
      5_000,
    )
    assert.ok(text !== '' && !text.includes('<'), String(number))
  }
})

test('odd texts fit what a platform takes, up to the longest', () => {
  for (const most of [280, 63_000]) {
    const texts = numbers
      .slice(0, 300)
      .map((number) => oddText(chance(number), (text) => text.length <= most, most))
    assert.ok(texts.every((text) => text !== '' && text.length <= most))
    assert.ok(Math.max(...texts.map(({ length }) => length)) > most * 0.8)
    const all = texts.join('\n')
    for (const some of [/https?:/, /@ada/, /\u200b/, /\ufe0f/, /&amp;/, /[\u0590-\u06ff]/])
      assert.match(all, some)
  }
})
