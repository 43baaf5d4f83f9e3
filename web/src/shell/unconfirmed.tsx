import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, sentenceOf } from '../api/ask.ts'
import { meQuery, stateQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { failed, useSay } from '../ui/said.tsx'

export function Unconfirmed({ email }: { email: string }) {
  const { data } = useQuery(stateQuery)
  const queries = useQueryClient()
  const say = useSay()
  const again = useMutation({
    mutationFn: () => ask<{ confirmed: boolean }>('POST', '/email/again'),
    async onSuccess({ confirmed }) {
      if (confirmed) await queries.invalidateQueries(meQuery)
      say(confirmed ? 'Your address is confirmed' : `Another link is on its way to ${email}`)
    },
    onError: (error) => say(sentenceOf(error), failed),
  })
  return (
    <Notice kind="warn">
      Confirm your address: a link is on its way to {email}.
      {data?.sandbox_url && (
        <>
          {' '}
          While no mail server is set, it is in the{' '}
          <a href={`${data.sandbox_url}/mailbox`} className="underline">
            sandbox’s mailbox
          </a>
          .
        </>
      )}
      <p className="mt-2">
        <Button small busy={again.isPending} onClick={() => again.mutate()}>
          Send it again
        </Button>
      </p>
    </Notice>
  )
}
