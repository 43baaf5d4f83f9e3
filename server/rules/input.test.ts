import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { look, parseInput } from './input.ts'
import { Problem } from './problem.ts'

const Schema = z.strictObject({ name: z.string(), tags: z.array(z.string()).optional() })

/** A copy: the original has no prototype, for fields of any name. */
const errorsOf = (raw: unknown) => ({ ...look(Schema, raw).errors })

test('everything that is wrong is told at once, each at its field', () => {
  const errors = errorsOf({ tags: ['a', 1], title: 'x', [`na\0me`]: 1 })
  assert.deepEqual(Object.keys(errors).sort(), ['body', `na\0me`, 'name', 'tags.1', 'title'])
  assert.deepEqual(errors['name'], ['This field is required.'])
  assert.deepEqual(errors['title'], ['There is no such field. Known: name.'])
})

test('a field that there is not is told with those that there are and that were not sent, once', () => {
  assert.deepEqual(errorsOf({ name: 'a', tag: 'b', title: 'x' }), {
    tag: ['There is no such field. Known: tags.'],
    title: ['There is no such field.'],
  })
  assert.deepEqual(errorsOf({ name: 'a', tags: [], title: 'x' }), {
    title: ['There is no such field.'],
  })
  const Nested = z.strictObject({ leash: Schema.optional() })
  assert.deepEqual(
    { ...look(Nested, { leash: { name: 'a', nam: 'b' } }).errors },
    {
      'leash.nam': ['There is no such field. Known: tags.'],
    },
  )
})

test('text that nothing can store is refused where it stands', () => {
  assert.deepEqual(errorsOf({ name: 'a\0' }), { name: ['Leave out the NUL character.'] })
  const cut = 'This text is cut in the middle of a character.'
  assert.deepEqual(errorsOf({ name: '\ud83d' }), { name: [cut] })
  assert.deepEqual(errorsOf({ name: 'a', tags: ['b', '\udc00'] }), { 'tags.1': [cut] })
  assert.deepEqual(errorsOf({ name: '\ud83d\ude00' }), {})
})

test('a name that would reach into every object is no field', () => {
  const raw: unknown = JSON.parse('{ "name": "a", "__proto__": { "admin": true } }')
  assert.deepEqual(errorsOf(raw)['__proto__'], ['There is no such field.'])
})

test('what is nested without end is refused, and not walked to its end', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  assert.match(String(Object.values(errorsOf({ name: deep }))), /At most 16 levels deep\./)
})

test('what is no object at all is wrong as a whole', () => {
  for (const raw of [null, 'text', 7, [], undefined])
    assert.deepEqual(Object.keys(errorsOf(raw)), ['body'], JSON.stringify(raw))
})

test('a good value comes back parsed, a bad one as a problem of its fields', () => {
  assert.deepEqual(parseInput(Schema, { name: 'a' }), { name: 'a' })
  assert.throws(
    () => parseInput(Schema, {}),
    (error) => error instanceof Problem && error.status === 422 && 'errors' in error.recovery,
  )
})
