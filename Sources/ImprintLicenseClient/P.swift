import CLicenseTransport
public enum Placeholder { public static func x() -> Int32 { imp_placeholder() } }
