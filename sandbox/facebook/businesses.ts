/** Pages that a person has through a Business Portfolio: `/me/accounts` does not tell them (docs/facts/facebook.md §2). */
import { parseFields, paged } from '../kit/graph-fields.ts'
import { integer } from '../kit/graph-params.ts'
import { missing } from '../kit/graph-refusals.ts'
import { addressOf, showPage } from './accounts.ts'
import { select } from './fields.ts'
import { businesses, pages } from './people.ts'
import type { Call, Context } from './service.ts'

const common = { method: 'GET', on: 'me', scopes: ['business_management'] } as const

export const businessCalls: readonly Call[] = [
  {
    ...common,
    edge: 'businesses',
    run(context) {
      const { person, id, params } = context
      if (id !== 'me' && id !== person.id) throw missing(id)
      const fields = parseFields(params.text.get('fields') ?? 'id,name')
      return page(
        context,
        businesses.filter(({ owner }) => owner === person.id),
        (business) =>
          select('Business', fields, { id: () => business.id, name: () => business.name }),
      )
    },
  },
  ...(['owned', 'client'] as const).map((how): Call => ({
    ...common,
    edge: `${how}_pages`,
    run(context) {
      const { person, id, params } = context
      if (!businesses.some((one) => one.id === id && one.owner === person.id)) throw missing(id)
      const fields = parseFields(params.text.get('fields') ?? 'id,name')
      return page(
        context,
        pages.filter(({ business }) => business?.id === id && business.how === how),
        (each) => showPage(context, each, fields),
      )
    },
  })),
]

function page<Item extends { id: string }>(
  context: Context,
  items: readonly Item[],
  show: (item: Item) => unknown,
) {
  const { params, look } = context
  const limit = Math.min(100, integer(params, 'limit') ?? 25)
  return paged(
    look.list(items, ({ id }) => ({ id, created_at: 0 }), ''),
    {
      limit,
      after: params.text.get('after'),
      show,
      address: (after) => addressOf(context, { limit: String(limit), after }),
    },
  )
}
