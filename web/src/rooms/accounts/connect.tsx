import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { choicesQuery } from '../../api/queries.ts'
import type { Choice } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows, Section } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { NotSetUp } from './not-set-up.tsx'
import { Offered } from './offered.tsx'

export function Connect() {
  const here = useHere()
  const { offer, platform } = useSearch({ from: '/signed/inside' })
  return (
    <Page
      title={offer === undefined ? 'Connect an account' : 'Choose your accounts'}
      lead={
        offer === undefined
          ? 'You go to the platform, allow Crier to publish for you, and come back here.'
          : 'The platform offered these. Connect the ones you publish to.'
      }
      actions={
        <>
          {platform !== undefined && <LinkButton to="/accounts/connect">All platforms</LinkButton>}
          <LinkButton to="/accounts">All accounts</LinkButton>
        </>
      }
    >
      {!here.edits ? (
        <Notice kind="warn">Viewers connect no accounts. Ask an owner or editor.</Notice>
      ) : offer === undefined ? (
        <Choices />
      ) : (
        <Offered offer={offer} />
      )}
    </Page>
  )
}

function Choices() {
  const { id } = useHere()
  const choices = useQuery(choicesQuery(id))
  const { platform, sandbox } = useSearch({ from: '/signed/inside' })
  const wanted = (choice: Choice) =>
    platform === undefined || (choice.platform === platform && choice.sandbox === (sandbox === '1'))
  return (
    <Loaded query={choices} what="platforms">
      {({ choices: all, lacking }) => {
        const found = all.filter(wanted)
        const shown = found.length ? found : all
        return (
          <>
            {shown.length === 0 && (
              <Empty icon="plug" title="No platform is set up here">
                Whoever runs this instance gives it the client id and secret of a platform, or
                starts it with the sandbox on.
              </Empty>
            )}
            {groups.map(({ title, lead, is }) => {
              const list = shown.filter(({ sandbox: plays }) => plays === is)
              if (!list.length) return null
              return (
                <Section key={title} title={title} lead={lead}>
                  <Rows label={title}>
                    {list.map((choice) => (
                      <ChoiceRow key={choice.platform} choice={choice} />
                    ))}
                  </Rows>
                </Section>
              )
            })}
            {platform === undefined && <NotSetUp lacking={lacking} />}
          </>
        )
      }}
    </Loaded>
  )
}

const groups = [
  { is: false, title: 'Platforms', lead: 'What you publish there is public.' },
  {
    is: true,
    title: 'Sandbox',
    lead: 'Stand-ins to try things out: they behave like the platforms, and nobody else sees it.',
  },
]
