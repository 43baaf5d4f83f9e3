import { useQuery } from '@tanstack/react-query'
import { stateQuery } from '../../api/queries.ts'
import { words } from '../../words/entry.ts'
import { rich } from '../../ui/rich.tsx'

/** Without a mail server, mails are shown by the sandbox. */
export function MailNote() {
  const { data } = useQuery(stateQuery)
  if (!data?.sandbox_url) return null
  return (
    <p className="text-sm text-muted">
      {rich(words.mailNote.text, {
        link: (
          <a className="prose-link" href={`${data.sandbox_url}/mailbox`}>
            {words.mailNote.link}
          </a>
        ),
      })}
    </p>
  )
}
