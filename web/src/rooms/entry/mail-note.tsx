import { useQuery } from '@tanstack/react-query'
import { stateQuery } from '../../api/queries.ts'

/** Without a mail server, mails are shown by the sandbox. */
export function MailNote() {
  const { data } = useQuery(stateQuery)
  if (!data?.sandbox_url) return null
  return (
    <p className="text-sm text-muted">
      While no mail server is set up, mails are in the{' '}
      <a className="prose-link" href={`${data.sandbox_url}/mailbox`}>
        sandbox’s mailbox
      </a>
      .
    </p>
  )
}
