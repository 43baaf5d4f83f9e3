/** A draft or a scheduled post, opened to be changed. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { capabilitiesQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/write.ts'
import { fromPost } from '../../writing/composition.ts'
import { contentsOf } from '../../writing/conflict.ts'
import { composition } from '../../writing/store.ts'
import { Composer } from './composer.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { OtherWorkspace } from './other-workspace.tsx'

export function Edit() {
  const { id } = useParams({ from: '/signed/inside/posts/$id/edit' })
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const here = useHere()
  const [begun] = useState(here.id)
  const accounts = useQuery(accountsQuery(here))
  const rules = useQuery(capabilitiesQuery(here))
  const store = useQuery({
    queryKey: ['composition', begun, 'post', id],
    // The post of this number in another workspace is another one.
    enabled: here.id === begun,
    queryFn: async () => {
      const post = await here.crier.getPost({ id: Number(id) })
      const editable = post.status === 'draft' || post.status === 'scheduled'
      if (!editable || post.deleted_at !== null) return undefined
      const uuid = `post-${here.id}-${post.id}`
      const begun = fromPost(post, uuid, here.id, here.workspace.timezone)
      return composition(uuid, here.id, { ...begun, base: contentsOf(begun) })
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  if (here.id !== begun) return <OtherWorkspace id={begun} text={store.data?.get().text ?? ''} />
  if (!here.edits) return <Closed text={words.write.viewer} />
  return (
    <Loaded query={accounts} what={words.write.what}>
      {(list) => (
        <Loaded query={rules} what={words.write.what}>
          {(known) => (
            <Loaded query={store} what={words.write.what}>
              {(mine) =>
                mine ? (
                  <Elsewhere store={mine}>
                    <Composer key={id} store={mine} accounts={list} rules={known} />
                  </Elsewhere>
                ) : (
                  <Closed text={words.write.closed} />
                )
              }
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Closed({ text }: { text: string }) {
  return (
    <div className="p-6 sm:p-10">
      <Page title={words.write.editTitle} lead={text}>
        <LinkButton to="/" className="justify-self-start">
          {words.sent.overview}
        </LinkButton>
      </Page>
    </div>
  )
}
