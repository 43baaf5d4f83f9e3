import { useQuery } from '@tanstack/react-query'
import { stateQuery } from '../api/queries.ts'
import { Notice } from '../ui/notice.tsx'

export function Unconfirmed({ email }: { email: string }) {
  const { data } = useQuery(stateQuery)
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
    </Notice>
  )
}
