import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { start } from './harness.ts'

const List = z.object({
  data: z.array(
    z.object({ id: z.string(), text: z.string().optional(), username: z.string().optional() }),
  ),
})
const fields = 'id,text,username'

async function open() {
  const threads = await start()
  const token = await threads.signIn('mara.weaves')
  const list = async (path = '/me/threads') =>
    List.parse((await threads.get(token, path, { fields })).body).data
  return { ...threads, token, list, [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose]() }
}

test('a text is shown as it was written, or oddly', async () => {
  await using at = await open()
  const text = 'Two  spaces & "quotes" ☀️ https://Example.org/a'
  await at.publish(at.token, { media_type: 'TEXT', text })
  assert.equal((await at.list())[0]?.text, text)
  const shown = new Set<string | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    at.emulator.faults.set({ account: '*', fault: 'shown_oddly', seed })
    shown.add((await at.list())[0]?.text)
  }
  assert.ok(shown.size > 4, String(shown.size))
})

test('a look is denied while publishing works, an address comes late, a list is cut', async () => {
  await using at = await open()
  const { faults } = at.emulator
  const container = await at.container(at.token, { media_type: 'TEXT', text: 'there' })
  faults.set({ account: '*', fault: 'reads_lie' })
  const denied = await at.get(at.token, `/${container}`)
  assert.equal(denied.status, 400)
  assert.match(denied.text, /"code":100.*"error_subcode":33|"error_subcode":33.*"code":100/)
  const published = await at.release(at.token, container)
  const { id } = z.object({ id: z.string() }).parse(published.body)
  faults.set({ account: '*', fault: 'late_id' })
  const look = async () => (await at.get(at.token, `/${id}`, { fields: 'id,permalink' })).text
  assert.doesNotMatch(await look(), /permalink/)
  assert.match(await look(), /permalink/)
  faults.set({ account: '*', fault: 'partial_list', seed: 5 })
  assert.deepEqual(await at.list(), [])
  assert.equal((await at.list()).length, 1)
})

test('a container that was taken may be refused later', async () => {
  await using at = await open()
  at.emulator.faults.set({ account: '*', fault: 'refused_later' })
  const image_url = `${at.files}/picture.png`
  const container = await at.container(at.token, { media_type: 'IMAGE', image_url })
  const answer = await at.get(at.token, `/${container}`, { fields: 'status' })
  assert.match(answer.text, /"ERROR"/)
})

test('other apps post beside ours, and other people answer, in the same words', async () => {
  await using at = await open()
  const id = await at.publish(at.token, { media_type: 'TEXT', text: 'Thank you' })
  const { appear } = at.emulator
  const answered = appear?.({ account: 'mara.weaves', text: 'Thank you', by: 'other_person' })
  const app = appear?.({ account: 'mara.weaves', text: 'Thank you', by: 'other_app' })
  assert.deepEqual(
    (await at.list()).map((each) => each.id),
    [app, id],
  )
  const [reply] = await at.list(`/${id}/replies`)
  assert.deepEqual([reply?.id, reply?.text], [answered, 'Thank you'])
  assert.notEqual(reply?.username, 'mara.weaves')
})
