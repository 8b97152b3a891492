import JSON
import Testing
