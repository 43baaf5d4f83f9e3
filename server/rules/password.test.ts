import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessable } from './password.ts'

const email = 'grace.hopper@navy.example'

test('what is tried first is refused: repeats, walks, everybody’s words, with figures and signs or not', () => {
  for (const password of [
    '1234567890',
    '0987654321',
    '1111111111',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'qwertyuiop',
    'qwertzuiop',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'asdfghjkl123',
    'abcdefghij',
    'password123',
    'Passw0rd2026!',
    'P@ssword1234',
    'passwordpassword',
    'iloveyou123',
    'letmein12345',
    'welcome2026',
    'administrator',
    'crier123456',
    'CrierCrier2026',
    '          ',
  ])
    assert.ok(guessable(password, email), password)
})

// From https://github.com/dropbox/zxcvbn/blob/67c4ece/data/passwords.txt, places 1,348 to 9,749: the other rules let them pass.
test('what leaked most often is refused, in capitals too, with figures and signs around it or not', () => {
  for (const password of [
    'manchester',
    'california',
    '123qweasdzxc',
    'z1x2c3v4b5',
    'a1s2d3f4g5',
    'undertaker',
    'realmadrid',
    'strawberry',
    'ghjcnjgfhjkm',
    'greedisgood',
    '3rjs1la7qe',
    'Manchester',
    'STRAWBERRY',
    'Strawberry2026!',
    '!!realmadrid',
  ])
    assert.ok(guessable(password, email), password)
})

test('the own address is refused, whole, in part and with figures', () => {
  for (const password of [email, 'grace.hopper', 'Grace.Hopper1', 'navy.example', `my ${email}`])
    assert.match(guessable(password, email) ?? '', /address/, password)
})

test('a sentence is taken, and what a program draws', () => {
  for (const password of [
    'analytical engine',
    'nanoseconds matter',
    'as many as there are',
    'a better password',
    'correct horse battery staple',
    'kT9#vQx2!mLw',
    'über den Wolken',
    '私のとても長い合言葉',
    'jb7wPq4nZs',
    'strawberry fields for ever',
    'from manchester to california',
  ])
    assert.equal(guessable(password, email), undefined, password)
})
