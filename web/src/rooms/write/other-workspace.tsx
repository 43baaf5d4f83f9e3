/** What is written here belongs to another workspace than the one that is worked in by now: it stays there, as it is. */
import { Navigate } from '@tanstack/react-router'
import { chooseWorkspace } from '../../shell/chosen.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from '../../words/write.ts'

export function OtherWorkspace({
  id,
  text,
  blank = false,
}: {
  id: number
  text: string
  blank?: boolean
}) {
  const { workspace, workspaces } = useHere()
  // Nobody would miss it: writing begins anew, in the workspace that was chosen.
  if (blank) return <Navigate to="/write" replace />
  const other = workspaces.find((each) => each.id === id)
  const { title, stays, gone, back, anew } = words.otherWorkspace
  return (
    <div className="p-6 sm:p-10">
      <Page title={title} lead={other ? stays(workspace.name, other.name) : gone}>
        {!other && (
          <textarea
            readOnly
            rows={8}
            dir="auto"
            aria-label={words.otherWorkspace.text}
            value={text}
            className="control"
          />
        )}
        <div className="flex flex-wrap gap-2">
          {other && (
            <Button look="primary" onClick={() => chooseWorkspace(other.id)}>
              {back(other.name)}
            </Button>
          )}
          <LinkButton to="/write">{anew(workspace.name)}</LinkButton>
        </div>
      </Page>
    </div>
  )
}
