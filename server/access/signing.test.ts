import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signer } from './signing.ts'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')

test('a signature is one text: no other that stands for the same bytes', () => {
  for (const bytes of [18, 32]) {
    const { sign, holds } = signer('0123456789abcdef', 'a test', bytes)
    const right = sign('this')
    const others = [
      `${right}x`,
      `${right}=`,
      ` ${right}`,
      ...letters.map((letter) => right.slice(0, -1) + letter),
    ].filter((text) => text !== right)
    assert.ok(others.some((text) => Buffer.from(text, 'base64url').equals(bytesOf(right))))
    assert.deepEqual(
      others.filter((text) => holds('this', text)),
      [],
    )
    assert.ok(holds('this', right))
    assert.ok(!holds('that', right))
  }
})

function bytesOf(text: string) {
  return Buffer.from(text, 'base64url')
}
