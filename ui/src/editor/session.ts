// The single position being set up.
import { singleton } from '../shell/singleton.svelte'
import { app } from '../shell/app.svelte'
import { EditorSession } from './editor.svelte'

export const editorSession = singleton(() => new EditorSession(app.client, app.chosenVariant))
