/** Pins: made, read, listed, deleted. Nothing notices that two are the same. */
import { z } from 'zod'
import { boardOf, page, Paging } from './boards.ts'
import { takeSpecial } from './faults.ts'
import { invalid, noPin, noSection, refuse } from './refusal.ts'
import { readJson, readQuery } from './requests.ts'
import { type Call, ok, type Context } from './service.ts'
import { mediaOf, Source } from './source.ts'
import { show } from './view.ts'
import { nextId, type Pin } from './store.ts'

/** JSON Schema counts code points. */
const text = (most: number) =>
  z
    .string()
    .refine((value) => Array.from(value).length <= most, `is longer than ${most} characters`)
    .nullish()
const digits = z.string().regex(/^\d+$/, "does not match '^\\d+$'")

const Body = z.strictObject({
  board_id: digits,
  board_section_id: digits.nullish(),
  title: text(100),
  description: text(800),
  link: z.url('is not a valid link').max(2048).nullish(),
  alt_text: text(500),
  dominant_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .nullish(),
  parent_pin_id: digits.nullish(),
  note: z.string().nullish(),
  sponsor_id: digits.nullish(),
  media_source: Source,
  ai_disclosures: z.strictObject({ values: z.array(z.string()) }).nullish(),
})
const Params = z.object({ id: z.string() })
const InSection = z.object({ id: z.string(), section: z.string() })

export const pinCalls: readonly Call[] = [
  {
    method: 'POST',
    path: '/v5/pins',
    on: 'post',
    scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
    limit: 'org_write',
    async run(context) {
      const { store, service, person, now } = context
      const body = await readJson(context.request, Body)
      if (body.sponsor_id) throw refuse(403, 29, 'You are not permitted to access that resource.')
      const board = boardOf(context, body.board_id)
      const section = body.board_section_id ?? null
      if (section !== null && !board.sections.some(({ id }) => id === section)) throw noSection()
      const alt_text = body.alt_text ?? null
      const { kind, media } = await mediaOf(context, body.media_source, alt_text)
      const pin: Pin = {
        id: nextId(store, now),
        person_id: person.id,
        board_id: board.id,
        board_section_id: section,
        title: body.title ?? null,
        description: body.description ?? null,
        link: body.link ?? null,
        alt_text,
        kind,
        media,
        created_at: now,
        trial: takeSpecial(service.faults, person, 'trial') !== undefined,
      }
      store.pins.set(pin.id, pin)
      service.options.made?.(pin.id)
      const status = takeSpecial(service.faults, person, 'created_200') ? 200 : 201
      return { status, body: show(pin, context) }
    },
  },
  {
    method: 'GET',
    path: '/v5/pins/:id',
    on: 'read',
    scopes: ['pins:read'],
    limit: 'org_read',
    run: (context) => ok(show(ownPin(context), context)),
  },
  {
    method: 'DELETE',
    path: '/v5/pins/:id',
    on: 'delete',
    scopes: ['pins:write'],
    limit: 'org_write',
    run(context) {
      const { id } = ownPin(context)
      context.service.options.gone?.(id)
      context.store.pins.delete(id)
      return { status: 204, body: '' }
    },
  },
  {
    method: 'GET',
    path: '/v5/pins',
    on: 'read',
    scopes: ['pins:read', 'boards:read'],
    limit: 'org_read',
    run: (context) => ok(list(context, () => true)),
  },
  {
    method: 'GET',
    path: '/v5/boards/:id/pins',
    on: 'read',
    scopes: ['pins:read', 'boards:read'],
    limit: 'org_read',
    run(context) {
      const { id } = boardOf(context, Params.parse(context.request.params).id)
      return ok(list(context, ({ board_id }) => board_id === id))
    },
  },
  {
    method: 'GET',
    path: '/v5/boards/:id/sections/:section/pins',
    on: 'read',
    scopes: ['pins:read', 'boards:read'],
    limit: 'org_read',
    run(context) {
      const { id, section } = InSection.parse(context.request.params)
      if (!boardOf(context, id).sections.some((one) => one.id === section)) throw noSection()
      return ok(list(context, ({ board_section_id }) => board_section_id === section))
    },
  },
]

/** Newest first. */
function list(context: Context, wanted: (pin: Pin) => boolean) {
  const { store, person, request, look } = context
  const paging = readQuery(request, Paging)
  const all = [...store.pins.values()]
    .filter((pin) => pin.person_id === person.id && wanted(pin))
    .toReversed()
  return page(
    look.list(all, (pin) => pin).map((pin) => show(pin, context)),
    paging,
  )
}

export function ownPin({ store, person, request }: Context): Pin {
  const { id } = Params.parse(request.params)
  if (!/^\d+$/.test(id)) throw invalid(`pin_id: '${id}' does not match '^\\d+$'`)
  const pin = store.pins.get(id)
  if (pin?.person_id !== person.id) throw noPin()
  return pin
}
