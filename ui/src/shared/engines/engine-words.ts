// Error messages of engines.
import { EngineFailed } from '../../client/client'
import type { EngineFault } from '../../client/types'
import { m } from '../../i18n/messages'

function engineFaultText(fault: EngineFault): string {
  switch (fault.kind) {
    case 'notStarted':
      return m.engine_fault_start()
    case 'noHub':
      return m.engine_fault_no_hub()
    case 'silent':
      return m.engine_fault_silent()
    case 'ended':
      return m.engine_fault_ended()
    case 'illegal':
      return m.engine_fault_illegal({ move: fault.text })
    case 'otherGame':
      return m.engine_fault_other_game()
    case 'setting':
      return m.engine_fault_setting({ name: fault.name })
    case 'unknown':
      return m.engine_fault_unknown({ name: fault.name })
    case 'notKept':
      return m.engine_fault_not_kept()
    case 'question':
      return m.engine_fault_question()
  }
}

/** The message of anything thrown by a call to an engine. */
export function engineTrouble(thrown: unknown): string {
  return thrown instanceof EngineFailed ? engineFaultText(thrown.fault) : m.engine_fault_ended()
}
