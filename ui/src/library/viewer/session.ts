// The single stored game being viewed.
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { ViewerSession } from './viewer.svelte'

export const viewerSession = singleton(() => new ViewerSession(app.client))
