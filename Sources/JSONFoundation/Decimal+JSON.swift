import Foundation
import JSON
