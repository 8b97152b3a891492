import JSONFoundation
import Testing
