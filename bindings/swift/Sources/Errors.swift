import Foundation

extension DraughtsError: LocalizedError {
    /// The reason, in English, for logs.
    public var errorDescription: String? {
        switch self {
        case .BadParams(let message), .UnknownVariant(let message), .BadPosition(let message), .IllegalMove(let message),
            .Stale(let message), .GameOver(let message), .GoingOn(let message), .NotFound(let message),
            .FromNewerApp(let message), .Damaged(let message), .Rescued(let message), .Busy(let message), .Full(let message),
            .ReadOnly(let message), .Denied(let message), .Gone(let message), .Storage(let message),
            .LinkDamaged(let message), .LinkForeign(let message), .LinkNewer(let message), .Internal(let message):
            message
        }
    }
}
