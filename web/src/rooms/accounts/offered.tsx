import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { offerQuery } from '../../api/queries.ts'
import type { Offer } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/accounts.ts'
import { rich } from '../../ui/rich.tsx'
import { whereOf } from '../../ui/where.ts'

export function Offered({ offer }: { offer: string }) {
  const { id } = useHere()
  const query = useQuery(offerQuery(id, offer))
  return (
    <Loaded query={query} what={words.offered.what}>
      {(found) => <Choose offer={offer} found={found} />}
    </Loaded>
  )
}

function Choose({
  offer,
  found: { platform, accounts, expires_at },
}: {
  offer: string
  found: Offer
}) {
  const { id } = useHere()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(
    () =>
      new Set(accounts.filter((each) => each.connected).map((each) => each.platform_account_id)),
  )
  const form = useForm(
    () =>
      ask<{ accounts: { id: number }[] }>(
        'POST',
        `/workspaces/${id}/offers/${encodeURIComponent(offer)}`,
        { platform_account_ids: [...chosen] },
      ),
    async (answer) => {
      await queries.invalidateQueries({ queryKey: [id, 'accounts'] })
      const connected = answer.accounts.map((each) => each.id).join(',')
      await navigate({ to: '/accounts', search: { connected } })
    },
  )
  return (
    <Card>
      <Form form={form} label={words.connect.chooseYours}>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold">{platformName(platform)}</legend>
          {accounts.map((each) => (
            <Check
              key={each.platform_account_id}
              checked={chosen.has(each.platform_account_id)}
              onChange={({ target }) => {
                const next = new Set(chosen)
                if (target.checked) next.add(each.platform_account_id)
                else next.delete(each.platform_account_id)
                setChosen(next)
              }}
              label={each.name}
              hint={`${whereOf(words.row.kinds[each.kind] ?? each.kind, each)}${each.connected ? words.offered.already : ''}`}
            />
          ))}
        </fieldset>
        <p className="text-sm text-muted">
          {rich(words.offered.ends, { time: <Ago at={expires_at} /> })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={form.busy}>
            {chosen.size === 1 ? words.offered.connectOne : words.offered.connectMany(chosen.size)}
          </Button>
          <LinkButton to="/accounts/connect">{words.offered.again}</LinkButton>
        </div>
      </Form>
    </Card>
  )
}
