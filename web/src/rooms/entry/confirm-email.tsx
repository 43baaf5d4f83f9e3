import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { meQuery } from '../../api/queries.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Heading } from './heading.tsx'
import { words } from '../../words/entry.ts'

/** By a click, since mail programs open links by themselves to look behind them. */
export function ConfirmEmail() {
  const { token = '' } = useSearch({ from: '/entry/confirm-email' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm(
    () => ask('POST', '/email/confirm', { token }),
    async () => {
      queries.removeQueries(meQuery)
      const me = await queries.fetchQuery(meQuery)
      await navigate(me ? { to: '/settings' } : { to: '/sign-in', search: { after: 'confirmed' } })
    },
  )
  return (
    <>
      <Heading title={words.confirm.title} lead={words.confirm.lead} />
      <Form form={form} label={words.confirm.form}>
        <Button type="submit" look="primary" busy={form.busy}>
          {words.confirm.submit}
        </Button>
      </Form>
      {form.problem !== undefined && <LinkButton to="/">{words.confirm.toDashboard}</LinkButton>}
    </>
  )
}
