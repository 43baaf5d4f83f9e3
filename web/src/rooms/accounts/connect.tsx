import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { accountsQuery, choicesQuery } from '../../api/queries.ts'
import type { Choice } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows, Section } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { NotSetUp } from './not-set-up.tsx'
import { Offered } from './offered.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/accounts.ts'

export function Connect() {
  const here = useHere()
  const { offer } = useSearch({ from: '/signed/inside' })
  const { platform, account } = useWanted()
  const fresh = account
    ? {
        title: words.connect.again(calledOf(account), platformName(account.platform)),
        lead: words.connect.againLead(calledOf(account)),
      }
    : { title: common.act.connectAccount, lead: words.connect.lead }
  return (
    <Page
      title={offer === undefined ? fresh.title : words.connect.chooseYours}
      lead={offer === undefined ? fresh.lead : words.connect.chooseLead}
      actions={
        <>
          {platform !== undefined && (
            <LinkButton to="/accounts/connect">{words.connect.allPlatforms}</LinkButton>
          )}
          <LinkButton to="/accounts">{words.connect.allAccounts}</LinkButton>
        </>
      }
    >
      {!here.publishes ? (
        <Notice kind="warn">{words.connect.viewer}</Notice>
      ) : offer === undefined ? (
        <Choices />
      ) : (
        <Offered offer={offer} />
      )}
    </Page>
  )
}

/** What the address asks for: one account again, one platform, or any. An account that is not there is none. */
function useWanted() {
  const here = useHere()
  const search = useSearch({ from: '/signed/inside' })
  const { data = [] } = useQuery(accountsQuery(here))
  const account = data.find(({ id }) => String(id) === search['account'])
  const { platform, sandbox = search['sandbox'] === '1' } = account ?? {
    platform: search['platform'],
  }
  return { account, platform, sandbox }
}

function Choices() {
  const { id } = useHere()
  const choices = useQuery(choicesQuery(id))
  const { account, platform, sandbox } = useWanted()
  const wanted = (choice: Choice) =>
    platform === undefined || (choice.platform === platform && choice.sandbox === sandbox)
  return (
    <Loaded query={choices} what={words.connect.what}>
      {({ choices: all, lacking }) => {
        const found = all.filter(wanted)
        const shown = found.length ? found : all
        return (
          <>
            {shown.length === 0 && (
              <Empty icon="plug" title={words.connect.none}>
                {words.connect.noneText}
              </Empty>
            )}
            {groups.map(({ title, lead, is }) => {
              const list = shown.filter(({ sandbox: plays }) => plays === is)
              if (!list.length) return null
              return (
                <Section key={title} title={title} lead={lead}>
                  <Rows label={title}>
                    {list.map((choice) => (
                      <ChoiceRow
                        key={`${choice.platform} ${account?.id}`}
                        choice={choice}
                        again={account}
                      />
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
  { is: false, title: words.connect.platforms, lead: words.connect.platformsLead },
  {
    is: true,
    title: common.thing.sandbox,
    lead: words.connect.sandboxLead,
  },
]
