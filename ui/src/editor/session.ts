// The single position being set up.
import { lasting } from '../shell/apart.svelte'
import { app } from '../shell/app.svelte'
import { EditorSession } from './editor.svelte'

export const editorSession = lasting(() => new EditorSession(app.client, app.chosenVariant))
