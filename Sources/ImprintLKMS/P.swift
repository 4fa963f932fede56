import GRDB
import Hummingbird
import HummingbirdTLS
import NIOSSL
enum P { }
