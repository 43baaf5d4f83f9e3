import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInMail } from './mail.ts'

test('a name that a mail program would make a link of does not stand in a mail', () => {
  for (const name of [
    'https://evil.example',
    'Win at evil.example/now',
    'EVIL.EXAMPLE',
    'www evil',
    'call me at eve@evil',
    'evil．example',
    'evil。example',
    'evil.\u200bexample',
    'пример.рф',
    'xn--e1afmkfd.xn--p1ai',
    '1.1.1.100',
  ])
    assert.equal(nameInMail(name), undefined, name)
  for (const name of ['Ada Lovelace', 'Dr. Ada King', 'A. A. Milne', 'Müller & Söhne', 'Team 7'])
    assert.equal(nameInMail(name), name)
})
